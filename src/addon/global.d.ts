/** The script's global object, by the name that gas-webpack-plugin looks for. */
declare const global: Record<string, (...args: never[]) => unknown>;
