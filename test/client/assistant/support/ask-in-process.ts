/** Calls the tool `ask` once, with the SDK's own client, at an assistant's server in this process. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { type AssistantSettings, createAssistant } from '../../../../src/client/assistant/assistant.js';
import type { AnyQuestion } from '../../../../src/client/types.js';
import type { DatasetName } from '../../../../src/contract/datasets.js';
import { errorOf } from './tool-result.js';

export type InProcessSettings = Omit<AssistantSettings, 'version'>;

/** @returns the code of a refusal */
export async function askInProcess(
  settings: InProcessSettings,
  dataset: DatasetName,
  { companies, ...options }: AnyQuestion,
  ceiling: number,
): Promise<string | undefined> {
  const assistant = createAssistant({ ...settings, version: '0.0.0' });
  const server = assistant.createServer();
  const client = new Client({ name: 'test', version: '1' });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(far), client.connect(near)]);
  try {
    const named = Object.entries(options).map(([name, value]) => [name, asJson(value)]);
    const result = (await client.callTool({
      name: 'ask',
      arguments: {
        dataset,
        ...(companies !== undefined && { companies }),
        options: Object.fromEntries(named),
        max_credits: ceiling,
      },
    })) as CallToolResult;
    return errorOf(result)?.code;
  } finally {
    await client.close();
    await assistant.close();
  }
}

/** Writes dates as days, because JSON has no dates. */
function asJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asJson);
  return value instanceof Date ? value.toISOString().slice(0, 10) : value;
}
