import type { Assumption } from './assumptions.ts';
import {
  type FoundFact,
  findFramework,
  findProvider,
  knownFact,
  type MissingFact,
  type WantedHardware,
} from './facts/find.ts';
import type { Facts, FrameworkFact } from './facts/schemas.ts';

/** The parts of a stack that compliance and lock-in use. */
export interface StackParts {
  readonly provider: string;
  readonly model_id: string;
  readonly framework: {
    readonly orchestration?: string;
    readonly observability?: string;
    readonly logging?: string;
    readonly tracing?: string;
  };
  readonly hardware: WantedHardware;
}

/** Whether the stack is self-hosted: it names a GPU or an instance family. */
export function isSelfHosted({ hardware }: Pick<StackParts, 'hardware'>): boolean {
  return hardware.gpu_type !== undefined || hardware.instance_family !== undefined;
}

/** A part of a stack that sees prompts, with the provider and region that run it. */
export interface PromptRecipient {
  readonly component: string;
  /** Null: it runs where you choose. */
  readonly platform: { readonly provider: string; readonly region: string | null } | null;
  readonly assumption: Assumption | null;
}

const TELEMETRY_ROLES = ['observability', 'logging', 'tracing'] as const;
const NONE = /^(none|no|own code|own|-)$/i;

/** Whether a slot of a stack names something: absent, `none` and `own code` do not. */
export function isNamed(word: string | undefined): word is string {
  return word !== undefined && !NONE.test(word.trim());
}

/** The parts that see prompts: the model's endpoint, observability and logging. An unknown name is a missing fact. */
export function promptRecipients(facts: Facts, stack: StackParts): FoundFact<PromptRecipient>[] {
  const telemetry = TELEMETRY_ROLES.flatMap((role) => {
    const name = stack.framework[role];
    return isNamed(name) ? [recipientOf(facts, stack, role, name)] : [];
  });
  return [endpointOf(facts, stack), ...telemetry];
}

function endpointOf(facts: Facts, stack: StackParts): FoundFact<PromptRecipient> {
  const { cloud_provider, region } = stack.hardware;
  const component = 'model endpoint';
  if (isSelfHosted(stack)) {
    const missing: MissingFact = {
      fact: 'on which cloud the model runs',
      add: 'hardware.cloud_provider of the stack',
    };
    if (cloud_provider === undefined) return { known: false, missing };
    return knownFact({
      component,
      platform: { provider: cloud_provider, region: region ?? null },
      assumption: null,
    });
  }
  const provider = cloud_provider ?? stack.provider;
  const found = findProvider(facts, provider);
  if (!found.known) return found;
  const only = found.value.regions?.names;
  const at = region ?? (only?.length === 1 ? (only[0] ?? null) : null);
  return knownFact({ component, platform: { provider, region: at }, assumption: null });
}

function recipientOf(
  facts: Facts,
  stack: StackParts,
  role: string,
  name: string,
): FoundFact<PromptRecipient> {
  const found = findFramework(facts, name);
  if (!found.known) return found;
  const component = `${role} (${found.value.name})`;
  const { hosted_by } = found.value;
  if (hosted_by !== undefined) {
    const regions = findProvider(facts, hosted_by);
    if (!regions.known) return regions;
    const only = regions.value.regions?.names;
    const region = only?.length === 1 ? (only[0] ?? null) : null;
    return knownFact({ component, platform: { provider: hosted_by, region }, assumption: null });
  }
  const { cloud_provider, region } = stack.hardware;
  const platform = cloud_provider === undefined ? null : { provider: cloud_provider, region: region ?? null };
  return knownFact({ component, platform, assumption: selfHostedAssumption(found.value, platform !== null) });
}

function selfHostedAssumption({ name }: FrameworkFact, onCloud: boolean): Assumption {
  const where = onCloud ? 'on the same cloud and in the same region as the stack' : 'where you choose';
  return {
    name: `${name} runs`,
    value: 'with you',
    why: `${name} is assumed to run ${where}; if a provider hosts it, set hosted_by of the framework`,
  };
}
