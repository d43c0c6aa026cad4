/** Checks the messages from the WebSocket before anything uses them. */
import { asFields, isObject, readJson } from '../../contract/json.js';
import type { CellArea } from '../bridge/operations.js';
import { DEFAULT_SWITCHES, SWITCH_VALUES } from '../bridge/switches.js';
import type { FromPage } from './protocol.js';

const ROLES = ['owner', 'editor', 'viewer'];
const FAULTS = ['none', 'slow', 'down', 'wrong'];
const FILE_ACTIONS = ['create', 'copy', 'trash', 'restore', 'delete'];
const MAX_ADVANCE_MS = 366 * 86_400_000;

/** The message, or undefined if it is not valid. */
export function readPageMessage(text: string): FromPage | undefined {
  return readJson(text, isPageMessage);
}

function isPageMessage(value: unknown): value is FromPage {
  const message = asFields(value);
  switch (message['type']) {
    case 'become':
      return ROLES.includes(String(message['role']));
    case 'mutation':
      return isMutation(message['mutation']);
    case 'selection':
      return isArea(message['area']);
    case 'run':
      return (
        Number.isSafeInteger(message['id']) &&
        (message['mode'] === 'menu' || message['mode'] === 'sidebar') &&
        typeof message['functionName'] === 'string' &&
        Array.isArray(message['args'])
      );
    case 'answered':
      return Number.isSafeInteger(message['id']) && isAnswer(message['answer']);
    case 'reopen':
      return true;
    case 'advance':
      return typeof message['ms'] === 'number' && Math.abs(message['ms']) <= MAX_ADVANCE_MS;
    case 'fault':
      return FAULTS.includes(String(message['fault']));
    case 'runTrigger':
      return typeof message['triggerId'] === 'string';
    case 'file':
      return FILE_ACTIONS.includes(String(message['action']));
    case 'switches':
      return isObject(message['change']) && Object.entries(message['change']).every(isSwitch);
    default:
      return false;
  }
}

function isSwitch([name, value]: [string, unknown]): boolean {
  const known = new Map<string, unknown>(Object.entries(DEFAULT_SWITCHES)).get(name);
  if (Array.isArray(known)) return Array.isArray(value) && value.every((one) => typeof one === 'string');
  const values = new Map<string, readonly unknown[]>(Object.entries(SWITCH_VALUES)).get(name);
  return values ? values.includes(value) : known !== undefined && typeof value === typeof known;
}

function isMutation(value: unknown): boolean {
  // only changes of the document, no other commands
  return (
    isObject(value) &&
    typeof value['id'] === 'string' &&
    /^[\w-]+\.mutation\.[\w.-]+$/.test(value['id']) &&
    isObject(value['params'])
  );
}

function isArea(value: unknown): value is CellArea {
  if (!isObject(value) || typeof value['sheetId'] !== 'string') return false;
  return ['row', 'column', 'numRows', 'numColumns'].every(
    (name) => Number.isSafeInteger(value[name]) && (value[name] as number) >= 1,
  );
}

function isAnswer(value: unknown): boolean {
  return isObject(value) && typeof value['button'] === 'string' && typeof value['text'] === 'string';
}
