/**
 * Runs in a page before its scripts: WebMCP as its draft describes it, in place of the browser's. A tool's answer is
 * passed on as JSON; what a tool throws is passed on as an UnknownError without its message; an abort rejects at once.
 */
export const modelContextStandIn = `{
  const tools = new Map()
  const context = {
    async registerTool(tool, { signal } = {}) {
      if (tools.has(tool.name)) throw new DOMException("registered already", "InvalidStateError")
      signal?.throwIfAborted()
      tools.set(tool.name, tool)
      signal?.addEventListener("abort", () => tools.delete(tool.name))
    },
    getTools: async () =>
      [...tools.values()].map(({ execute, ...shown }) => ({ ...structuredClone(shown), window, origin })),
    async executeTool({ name }, input = {}, { signal = new AbortController().signal } = {}) {
      signal.throwIfAborted()
      const aborted = new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)))
      const run = async () => {
        try {
          const answer = await tools.get(name).execute(structuredClone(input), { signal })
          context.answers.push(answer)
          return JSON.stringify(answer)
        } catch {
          throw new DOMException("The tool failed.", "UnknownError")
        }
      }
      return Promise.race([run(), aborted])
    },
    /** What tools returned, also after an abort. */
    answers: [],
  }
  Object.defineProperty(document, "modelContext", { value: context })
}`
