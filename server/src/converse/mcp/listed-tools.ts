import type { Tool as ListedTool } from '@modelcontextprotocol/server';
import { type TObject, Type } from 'typebox';
import { Id } from '../../platform/http/schemas.ts';
import type { Tool, Tools } from '../tools/tools.ts';

const made = new WeakMap<Tools, ListedTool[]>();

/** The tools in the form of `tools/list`. */
export function listedTools(tools: Tools): ListedTool[] {
  const listed = made.get(tools) ?? [...tools.values()].map(toListed);
  made.set(tools, listed);
  return listed;
}

function toListed(tool: Tool): ListedTool {
  const { name, title, description, effect, repeatable, inWorkspace, input, output } = tool;
  return {
    name,
    title,
    description,
    inputSchema: plain(inWorkspace ? withWorkspace(input) : input),
    outputSchema: plain(output),
    annotations: {
      title,
      readOnlyHint: effect === 'read',
      // Measurements are kept and drafts are new, so nothing existing is lost.
      destructiveHint: false,
      idempotentHint: repeatable,
      // A run calls models at providers; everything else stays inside the service.
      openWorldHint: effect === 'spend',
    },
  };
}

function withWorkspace(input: TObject): TObject {
  const workspace_id = { ...Id, description: 'A workspace id from `list_workspaces`.' } as typeof Id;
  return Type.Object({ workspace_id, ...input.properties }, { additionalProperties: false });
}

/** The JSON of a schema without the symbols of the schema library. */
function plain(schema: TObject): ListedTool['inputSchema'] {
  return JSON.parse(JSON.stringify(schema));
}
