import { FALLBACK_ROUTE_PREFIX } from '../../contract/model-names.ts';
import type { HttpHeaders } from './transport.ts';

/**
 * Headers in which gateways report that another model or provider responded than was requested first. Sources:
 * docs.litellm.ai/docs/proxy/response_headers; developers.cloudflare.com/ai-gateway/configuration/fallbacks (0 is the
 * first step); docs.helicone.ai (0 is the first); all read 2026-11-27.
 */
const COUNTED: readonly (readonly [header: string, gateway: string])[] = [
  ['x-litellm-attempted-fallbacks', 'LiteLLM'],
  ['cf-aig-step', 'Cloudflare AI Gateway'],
  ['helicone-fallback-index', 'Helicone'],
];

/** The route of a response behind a gateway, if its headers report a fallback; else empty. */
export function gatewayFallback(headers: HttpHeaders = {}): { route?: string } {
  for (const [header, gateway] of COUNTED) {
    const step = Number(headers[header]);
    if (Number.isInteger(step) && step > 0)
      return { route: `${FALLBACK_ROUTE_PREFIX} ${step} of ${gateway}` };
  }
  return {};
}
