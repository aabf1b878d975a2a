/** The used part of WebMCP (https://webmachinelearning.github.io/webmcp/). */
export interface ModelContext {
  registerTool(tool: InPageTool, options: { signal: AbortSignal }): Promise<void> | undefined
}

export interface InPageTool {
  /** 1 to 128 letters, digits, or any of _ - . */
  name: string
  title: string
  description: string
  /** The JSON Schema of the input of `execute`. */
  inputSchema: object
  annotations: {
    readOnlyHint: boolean
    /** The answer contains text of untrusted people. */
    untrustedContentHint: boolean
  }
  execute(input: Record<string, unknown>): Promise<InPageAnswer>
}

export interface InPageAnswer {
  content: { type: "text"; text: string }[]
  isError: boolean
}

declare global {
  interface Document {
    modelContext?: ModelContext
  }
  interface Navigator {
    modelContext?: ModelContext
  }
}
