// The test runner follows every promise to the test that made it, which takes a fifth of the processor time of a test.
// Without that, an error that nothing awaits fails its file instead of its test. The runner must be loaded after this.
import hooks from "node:async_hooks"

const nothing = { enable: () => nothing, disable: () => nothing }
hooks.createHook = () => nothing
