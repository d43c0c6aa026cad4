'use strict';
// Loaded into each Node process of the everyday tests: WebAssembly is compiled once, quickly, and not a second time.
// The embedded engine is started some hundred times and runs for seconds, so that its optimized code pays nowhere.
const { setFlagsFromString } = require('node:v8');

setFlagsFromString('--liftoff-only');
