/** Lets TypeScript accept imports of style sheets, which only the bundler needs. */
declare module '*.css';
