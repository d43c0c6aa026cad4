/** Style sheets are imported only for the bundler. */
declare module '*.css';
