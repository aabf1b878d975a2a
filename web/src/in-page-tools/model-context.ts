/** As much of WebMCP (https://webmachinelearning.github.io/webmcp/) as is used here. */
export interface ModelContext {
  registerTool(tool: InPageTool, options: { signal: AbortSignal }): Promise<void> | undefined
}

export interface InPageTool {
  /** 1 to 128 letters, digits, or any of _ - . */
  name: string
  title: string
  description: string
  /** JSON Schema of what `execute` takes. */
  inputSchema: object
  annotations: {
    readOnlyHint: boolean
    /** The answer holds what strangers wrote. */
    untrustedContentHint: boolean
  }
  execute(input: Record<string, unknown>): Promise<ToolAnswer>
}

export interface ToolAnswer {
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
