/** The content of a tool's result: its text, its structured content, its cost. */
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { CHARGE_META, ERROR_META } from '../../../../src/client/assistant/results.js';

export interface ReportedCharge {
  readonly charged: number;
  readonly owned: number;
  readonly unclear: boolean;
  readonly balance?: number;
  readonly source?: string;
}

export function textOf({ content }: CallToolResult): string {
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
}

export function chargeOf(result: CallToolResult): ReportedCharge {
  return result._meta?.[CHARGE_META] as ReportedCharge;
}

export function errorOf(result: CallToolResult): { readonly code: string } | undefined {
  return result._meta?.[ERROR_META] as { readonly code: string } | undefined;
}

/** @throws the text of an unexpected error */
export function contentOf<T>(result: CallToolResult): T {
  if (result.isError || !result.structuredContent) throw new Error(textOf(result));
  return result.structuredContent as T;
}

export interface ToldAnswer {
  readonly records: readonly Readonly<Record<string, unknown>>[];
  readonly first: number;
  readonly total: number;
  readonly next_cursor?: string;
  readonly cut?: string;
  readonly charged: number;
  readonly owned: number;
  readonly paid_before?: number;
  readonly balance?: number;
  readonly source: string;
  readonly asked_at: string;
}

export const answerOf = (result: CallToolResult): ToldAnswer => contentOf<ToldAnswer>(result);
