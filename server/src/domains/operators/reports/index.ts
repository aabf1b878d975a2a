export { closeReportsAbout } from "./report-store.ts"
