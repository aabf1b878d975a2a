export { fitTools, leftOutWords } from "./fit-tools.ts"
export { listReviewedTools, listServerTools } from "./server-tools.ts"
export type { AssistantTool, Look } from "./tool.ts"
export { findHelper, findTool, tools } from "./tools.ts"
