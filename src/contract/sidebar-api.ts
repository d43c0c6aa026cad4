/** What the sidebar may call in the add-on, and the state that every call returns. JSON values only. */

/** The service's address and the key for it: one pair, saved, replaced and forgotten together. */
export interface Connection {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** Outcome of the last test of the connection: one sentence to show. */
export interface ConnectionTest {
  readonly ok: boolean;
  readonly message: string;
}

export interface SidebarState {
  /** The service's address; empty when nothing is saved. */
  readonly baseUrl: string;
  readonly hasKey: boolean;
  /** The last four characters of the key: the page never receives more of it. */
  readonly keyEnding: string;
  /** Present in the answer of `testConnection` only. */
  readonly test?: ConnectionTest;
}

export interface SidebarApi {
  sidebarState(): SidebarState;
  /** @throws BAD_INPUT when the address or the key is not acceptable; then nothing is saved. */
  saveConnection(connection: Connection): SidebarState;
  forgetConnection(): SidebarState;
  testConnection(): SidebarState;
}
