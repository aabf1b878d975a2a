/** The scripts, styles and pictures of recent builds of the pages, for pages that an older or newer process drew. */
export interface AssetsTables {
  assets: {
    name: string
    blob_key: string
    /** Null until the blob is stored, like `sha256`. */
    size_bytes: number | null
    sha256: string | null
    /** When it is removed. Null while the build that started last has it. */
    ends_at: number | null
  }
}
