'use strict';
// Preloaded into each Node process of quick runs: compiles WebAssembly only once, without optimization. The
// tests start the embedded engine some hundred times for seconds each, so optimized code never pays off.
const { setFlagsFromString } = require('node:v8');

setFlagsFromString('--liftoff-only');
