/** Runs formulas in an add-on on a fake platform, and returns the requests and what the cell shows. */
import { createApp } from '../../src/addon/app.js';
import type { HttpRequest } from '../../src/addon/platform.js';
import type { Table } from '../../src/addon/question/cells.js';
import type { DATASETS, DatasetName } from '../../src/contract/datasets.js';
import { datasetOf } from '../../src/contract/formula-question.js';
import { type CannedAnswer, createFakePlatform, type FakeOptions } from './fake-platform.js';

export type FunctionName =
  | (typeof DATASETS)[DatasetName]['functionName']
  | 'TRACKED_COMPANIES'
  | 'MATCH_COMPANIES';

/** Companies of the groups "Key accounts" and "Empty". */
export const TRACKED = [
  { id: 'c_000101', name: 'Acme Robotics, Inc.', domain: 'acme.example' },
  { id: 'c_000102', name: 'Meta Foods', domain: 'meta.example' },
  { id: 'c_000103', name: 'Metalworks', domain: 'metalworks.example' },
  { id: 'c_000104', name: 'Nameless Domain Works', domain: '' },
];

/** A minimal service: two groups and empty datasets. */
export function respondWithGroups(request: HttpRequest): CannedAnswer {
  const group = /\/tracked-companies\/(.+)$/.exec(request.url)?.[1];
  if (group === undefined) return { body: [] };
  switch (decodeURIComponent(group)) {
    case 'Key accounts':
      return { body: { status: '200', message: 'OK', companies: TRACKED } };
    case 'Empty':
      return { body: { status: '200', message: 'OK', companies: [] } };
    default:
      return { status: 404, body: { status: '404', code: 'NO_GROUP', message: 'no such group' } };
  }
}

export interface Asked {
  /** The bodies of the dataset queries. */
  readonly bodies: readonly unknown[];
  readonly requests: readonly HttpRequest[];
  readonly table?: Table;
  /** The message of the error that the cell shows. */
  readonly error?: string;
}

/** One formula in a new spreadsheet. */
export function ask(name: FunctionName, args: readonly unknown[], options: FakeOptions = {}): Asked {
  const platform = createFakePlatform({ respond: respondWithGroups, ...options });
  const app = createApp(platform);
  const dataset = datasetOf(name);
  // why a table is empty is asked afterwards, and free; test/bundle/empty-tables.test.ts looks at it
  const seen = () => {
    const requests = platform.requests.filter(({ url }) => !url.endsWith('/estimate'));
    return { requests, bodies: requests.flatMap(({ body }) => (body === undefined ? [] : JSON.parse(body))) };
  };
  try {
    const look = name === 'MATCH_COMPANIES' ? app.matchCompanies : app.trackedCompanies;
    const table = dataset === undefined ? look(args) : app.dataset(dataset, args);
    return { ...seen(), table };
  } catch (error) {
    return { ...seen(), error: error instanceof Error ? error.message : String(error) };
  }
}
