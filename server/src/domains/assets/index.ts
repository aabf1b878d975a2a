/** Keeps the files of recent builds of the pages, so that a page works while its build is replaced by another one. */
export { keepAssets } from "./keep-assets.ts"
export { readKeptAsset } from "./read-kept-asset.ts"
export { sweepAssets } from "./sweep-assets.ts"
