import type { ChatRequest } from '../../../../models/models.ts';
import { requestForItem } from '../../run/call-model.ts';
import type { Trial } from '../kind.ts';
import type { PlannedTasks } from './describe.ts';
import { toolSpecs } from './model-replies.ts';

/** The first turn of the first task, with its tools; a whole conversation would be many calls. */
export async function taskTrial({ plan, target, item }: Trial<PlannedTasks>): Promise<ChatRequest> {
  const first = await item();
  const { task } = first;
  if (task === undefined) throw new Error(`Item ${first.id} is not a task.`);
  const request = requestForItem(target, { ...first, input: task.messages }, plan, { epoch: 0 });
  const tools = target.endpoint ? [] : toolSpecs(task);
  return { ...request, ...(tools.length > 0 && { tools }) };
}
