export { fromJson, toJson } from "./json.ts"
