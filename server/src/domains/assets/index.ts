/** Keeps the files of recent builds of the pages, so that a page works while its build is replaced by another one. */

export { assetRetention } from "./asset-store.ts"
export { keepAssets } from "./keep-assets.ts"
export { readKeptAsset } from "./read-kept-asset.ts"
