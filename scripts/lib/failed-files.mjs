/**
 * A reporter of Node's runner: one line with the name of each failed test that is in no other. In the groups that
 * `writeGroups` made these are test files, and a group that ended before it could tell how its files went.
 *
 * @param {AsyncIterable<import('node:test/reporters').TestEvent>} events
 */
export default async function* failedFiles(events) {
  for await (const { type, data } of events)
    if (type === 'test:fail' && data.nesting === 0 && data.todo === undefined) yield `${data.name}\n`;
}
