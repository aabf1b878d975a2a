// Imported by a started process before its program: what it does each minute (whose waits vary, so they are no whole
// milliseconds) begins after half a second.
const wait = globalThis.setTimeout
globalThis.setTimeout = Object.assign(
  (work, ms, ...given) => wait(work, ms > 50_000 && ms < 70_000 && !Number.isInteger(ms) ? 500 : ms, ...given),
  wait,
)
