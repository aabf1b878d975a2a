export interface PictureWish {
  /** The most pixels of the longer side. A smaller picture keeps its size. */
  readonly longestSide: number
  /** PNG without loss, or WebP with a loss that is invisible in photographs. */
  readonly format: "png" | "webp"
}

/** The account that sends the picture: accounts take turns. */
interface Asker {
  readonly accountId: string
}

export interface Picture {
  readonly bytes: Uint8Array
  readonly contentType: "image/png" | "image/webp"
  readonly width: number
  readonly height: number
}

/** The largest accepted file, in bytes. */
export const maxPictureBytes = 25_000_000

/** Re-encodes untrusted pictures. */
export interface Images {
  /**
   * Takes a PNG, JPEG, WebP or GIF (its first frame), turns it upright, and keeps only its pixels (no location, camera,
   * comments). @throws ServiceError 400 for no picture or one beyond a limit; 429 when too many wait.
   */
  remake(bytes: Uint8Array, wish: PictureWish & Asker): Promise<Picture>
  close(): Promise<void>
}
