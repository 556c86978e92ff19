import { linearRegex } from '../linear-regex.ts';
import { type Check, number, text } from './check.ts';

const lines = (source: string) => linearRegex(source, { ignoreCase: false, multiLine: true, dotAll: false });
const ANSWERS = ['My answer is yes.', 'My answer is no.', 'My answer is maybe.'];

export const FORMAT_CHECKS = {
  'detectable_format:number_bullet_lists': {
    needs: { num_bullets: 'number' },
    follows(reply, args) {
      const bullets = lines('^\\s*\\*[^\\*].*$').count(reply) + lines('^\\s*-.*$').count(reply);
      return bullets === number(args, 'num_bullets');
    },
  },
  'detectable_format:constrained_response': {
    needs: {},
    follows: (reply) => ANSWERS.some((answer) => reply.includes(answer)),
  },
  'detectable_format:number_highlighted_sections': {
    needs: { num_highlights: 'number' },
    follows(reply, args) {
      const single = reply.match(/\*[^\n*]*\*/g) ?? [];
      const double = reply.match(/\*\*[^\n*]*\*\*/g) ?? [];
      const marked = [...single, ...double].filter((part) => part.replaceAll('*', '').trim() !== '');
      return marked.length >= number(args, 'num_highlights');
    },
  },
  'detectable_format:multiple_sections': {
    needs: { section_spliter: 'text', num_sections: 'number' },
    follows: (reply, args) =>
      lines(`\\s?${text(args, 'section_spliter')}\\s?\\d+\\s?`).count(reply) >= number(args, 'num_sections'),
  },
  'detectable_format:json_format': { needs: {}, follows: isJson },
  'detectable_format:title': { needs: {}, follows: (reply) => reply.split('\n').some(hasTitle) },
} as const satisfies Record<string, Check>;

function isJson(reply: string): boolean {
  const bare = reply
    .trim()
    .replace(/^```(?:json|Json|JSON)?/, '')
    .replace(/```$/, '');
  try {
    JSON.parse(bare.trim());
    return true;
  } catch {
    return false;
  }
}

/** `<<some text>>` on the line, from the first `<<` to the last `>>`. */
function hasTitle(line: string): boolean {
  const from = line.indexOf('<<');
  const to = line.lastIndexOf('>>');
  return from !== -1 && to > from + 2 && line.slice(from, to).replace(/[<>\s]/g, '') !== '';
}
