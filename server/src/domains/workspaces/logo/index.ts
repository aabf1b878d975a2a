export { findLogoKey } from "./logo-store.ts"
