/** The WebSocket messages between page and host, as JSON. The page trusts the host and does not check. */
import type { IWorkbookData } from '@univerjs/core';
import type { User } from '../bridge/modes.js';
import type { CellArea, ChartsByTab, DialogRequest, MenuInfo } from '../bridge/operations.js';
import type { Switches } from '../bridge/switches.js';
import type { CustomAnswer } from '../grid/custom-functions.js';
import type { FunctionHelp } from '../grid/function-help.js';
import type { Mutation } from '../grid/mutations.js';
import type { LastRequest, Traffic } from '../services/fetch.js';
import type { Trigger } from '../services/script.js';
import type { ShownPage } from '../services/user-interface.js';
import type { FaultName } from './page-message.js';

export type { FaultName, FileAction, FromPage } from './page-message.js';

export interface Start {
  readonly type: 'start';
  readonly unitId: string;
  readonly snapshot: IWorkbookData;
  readonly functions: readonly FunctionHelp[];
  readonly answers: readonly CustomAnswer[];
  readonly charts: ChartsByTab;
  readonly user: User;
}

export interface Status {
  /** Undefined until the service listens. */
  readonly service: string | undefined;
  /** The outcome of the last request from the page's spreadsheet. */
  readonly lastRequest: LastRequest | undefined;
  /** The key that the sandbox creates for its own service, to try in Connect. */
  readonly demoKey: string | undefined;
  readonly runningExecutions: number;
  /** For all spreadsheets. */
  readonly traffic: Traffic;
  /** The credits charged to the page's spreadsheet since it was last opened. */
  readonly creditsSinceOpening: number;
  /** Milliseconds by which the sandbox's clock is ahead of the machine's. */
  readonly clockOffsetMs: number;
  readonly fault: FaultName;
  readonly triggers: readonly (Trigger & { readonly spreadsheet: string })[];
  readonly spreadsheets: readonly { readonly id: string; readonly name: string }[];
  readonly switches: Switches;
}

export type FromHost =
  | Start
  | { readonly type: 'mutation'; readonly mutation: Mutation }
  | { readonly type: 'answer'; readonly answer: CustomAnswer }
  | { readonly type: 'charts'; readonly charts: ChartsByTab }
  | { readonly type: 'forget' }
  | { readonly type: 'reload' }
  /** Tells the page to open another spreadsheet. */
  | { readonly type: 'go'; readonly id: string }
  /** The page's spreadsheet does not exist. */
  | { readonly type: 'missing' }
  | { readonly type: 'menus'; readonly menus: readonly MenuInfo[] }
  | (ShownPage & {
      readonly type: 'sidebar';
      /** The function that showed the sidebar. */
      readonly shownBy: string;
      /** The functions that the sidebar's page may call. */
      readonly callableNames: readonly string[];
    })
  /** A rebuilt script: its functions, and true if the sidebar's HTML has changed. */
  | { readonly type: 'script'; readonly functions: readonly FunctionHelp[]; readonly isHtmlNew: boolean }
  | { readonly type: 'toast'; readonly title: string; readonly message: string; readonly seconds: number }
  | { readonly type: 'ask'; readonly id: number; readonly dialog: DialogRequest }
  | { readonly type: 'select'; readonly area: CellArea }
  | { readonly type: 'ran'; readonly id: number; readonly value?: unknown; readonly error?: string }
  | { readonly type: 'status'; readonly status: Status };
