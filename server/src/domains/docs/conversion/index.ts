export { docSchema, fromJson, toJson } from "./json.ts"
export { isTree } from "./read-tree.ts"
