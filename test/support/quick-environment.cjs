'use strict';
// Jest's Node environment in a context without interceptors: in Jest's own, each use of Math, Map or JSON
// calls a proxy, which makes tests with much computation twice as slow.
const vm = require('node:vm');
const { TestEnvironment } = require('jest-environment-node');

module.exports = class extends TestEnvironment {
  /** @param {ConstructorParameters<typeof TestEnvironment>} options */
  constructor(...options) {
    const { createContext } = vm;
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
    try {
      super(...options);
    } finally {
      vm.createContext = createContext;
    }
  }
};
