export { insertPermissionChange, listPermissionChanges } from "./change-store.ts"
export { choiceMs } from "./choice-time.ts"
export { type Judge, type JudgedTool, openJudge, usualOf } from "./judge.ts"
export {
  listChoices,
  listPermissions,
  type PermissionRow,
  putAllowance,
  putChoice,
  putPermission,
  removeAllowances,
} from "./permission-store.ts"
export { readPermitsOf } from "./read-permits-of.ts"
export { findSettings, putSettings, type SettingsRow } from "./settings-store.ts"
