export { insertPermissionChange, listPermissionChanges } from "./change-store.ts"
export { choiceMs } from "./choice-time.ts"
export { type Judge, type JudgedTool, openJudge, usualOf } from "./judge.ts"
export {
  listPermissionChoices,
  listPermissions,
  type PermissionRow,
  putAllowance,
  putPermission,
  putPermissionChoice,
  removeAllowances,
} from "./permission-store.ts"
export { readPermitsOf } from "./read-permits-of.ts"
export { findSettings, putSettings, type SettingsRow } from "./settings-store.ts"
