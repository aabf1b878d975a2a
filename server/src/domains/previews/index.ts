export { drawPreview } from "./draw-preview.ts"
