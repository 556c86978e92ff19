import { readJsonLines } from '../../knowledge/reading/tables/tables.ts';
import { readTask } from '../tasks/tasks.ts';
import type { Benchmark } from './benchmark.ts';
import { type Item, toItem } from './item.ts';
import { FROM_SOURCE, itemsOfSource, type SourceFormat } from './items-of-source.ts';

const FORMAT: SourceFormat = {
  type: 'tasks',
  holds: 'JSON lines, one task each',
  rowsOf: readJsonLines,
  toItem: taskToItem,
};

/** Your own tasks: conversations with simulated tools, as docs/how-to/tasks-and-agents.md#measure-tasks-with-tools describes them. */
export const tasks: Benchmark = {
  ...FROM_SOURCE,
  type: 'tasks',
  title: 'Your own tasks with tools',
  measures:
    'Whether a target solves tasks in conversations of several turns, with tools whose results are simulated.',
  doesNotMeasure:
    'Anything beyond these tasks, tools and users; a simulated user is kinder and more patient than people.',
  version: '1',
  metric: 'solved',
  sampleItems: (request) => itemsOfSource(FORMAT, request),
};

function taskToItem(fields: Record<string, unknown>): { item: Item } | { problems: string[] } {
  const read = readTask(fields);
  if ('problems' in read)
    return { problems: read.problems.map(({ pointer, detail }) => `${pointer || 'the task'} ${detail}`) };
  const { name, cluster, metadata, ...task } = read.task;
  return {
    item: toItem({
      input: task.messages,
      expected: [],
      grader: { type: 'task', options: {} },
      task,
      ...(cluster !== undefined && { cluster }),
      ...((metadata || name !== undefined) && {
        metadata: { ...metadata, ...(name !== undefined && { name }) },
      }),
    }),
  };
}
