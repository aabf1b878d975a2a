export { mailOffUrl } from "./mail-switch.ts"
