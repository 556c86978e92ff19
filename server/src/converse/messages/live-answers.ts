import type { Citation, CreatedResource, Part, Step, Usage } from '../agents/agents.ts';

/** An answer in the memory of the process that writes it, as far as it is written. */
export interface LiveAnswer {
  readonly content: string;
  readonly citations: readonly Citation[];
  readonly made: readonly CreatedResource[];
  readonly steps: readonly Step[];
  readonly usage: Usage | null;
  add(part: Part): void;
  /** Resolves at the next change, or when the answer has ended. */
  changed(): Promise<void>;
}

/** Answers that this process is writing. Readers find here what is not durable yet. */
export type LiveAnswers = ReturnType<typeof createLiveAnswers>;

interface WrittenAnswer {
  answer: LiveAnswer;
  wake: () => void;
  end: PromiseWithResolvers<void>;
}

export function createLiveAnswers() {
  const answers = new Map<string, WrittenAnswer>();
  let nextBegin = Promise.withResolvers<void>();
  return {
    begin(id: string): LiveAnswer {
      const begun = { ...createLiveAnswer(), end: Promise.withResolvers<void>() };
      answers.set(id, begun);
      const { resolve } = nextBegin;
      nextBegin = Promise.withResolvers();
      resolve();
      return begun.answer;
    },
    get: (id: string): LiveAnswer | undefined => answers.get(id)?.answer,
    end(id: string): void {
      const ended = answers.get(id);
      answers.delete(id);
      ended?.wake();
      ended?.end.resolve();
    },
    /** Resolves when this process no longer writes the answer. */
    ended: async (id: string): Promise<void> => answers.get(id)?.end.promise,
    /** Resolves when the next answer begins in this process. */
    begun: (): Promise<void> => nextBegin.promise,
    /** Readers of answers in this process; each adds and removes itself. */
    followers: new Set(),
  };
}

function createLiveAnswer(): { answer: LiveAnswer; wake: () => void } {
  const citations: Citation[] = [];
  const made: CreatedResource[] = [];
  const steps: Step[] = [];
  let content = '';
  let usage: Usage | null = null;
  let next = Promise.withResolvers<void>();

  function wake(): void {
    const { resolve } = next;
    next = Promise.withResolvers();
    resolve();
  }

  const answer: LiveAnswer = {
    get content() {
      return content;
    },
    get usage() {
      return usage;
    },
    citations,
    made,
    steps,
    add(part) {
      if (part.type === 'text') content += part.text;
      else if (part.type === 'citation') citations.push(part.citation);
      else if (part.type === 'made') made.push(part.made);
      else if (part.type === 'step') steps.push(part.step);
      else usage = part.usage;
      wake();
    },
    changed: () => next.promise,
  };
  return { answer, wake };
}
