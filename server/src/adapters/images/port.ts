/** How a picture is made anew. */
export interface PictureWish {
  /** The longer side has so many pixels at the most; a smaller picture keeps its size. */
  readonly longestSide: number
  /** PNG without loss, or WebP with a loss that nobody sees in photographs. */
  readonly format: "png" | "webp"
}

/** Whose picture it is: accounts take turns. */
export interface Asker {
  readonly accountId: string
}

export interface Picture {
  readonly bytes: Uint8Array
  readonly contentType: "image/png" | "image/webp"
  readonly width: number
  readonly height: number
}

/** The largest file that is looked at, in bytes. */
export const maxPictureBytes = 25_000_000

/** Makes pictures that strangers sent into pictures of ours. */
export interface Images {
  /**
   * Decodes a PNG, JPEG, WebP or GIF (its first frame), turns it as its camera says, and encodes its pixels alone:
   * nothing else that the file held (place, camera, comments, what follows the picture) is in the answer.
   *
   * @throws ServiceError 400 when it is no such picture or is too much in bytes, pixels, memory or time; 429 when too many wait.
   */
  remake(bytes: Uint8Array, wish: PictureWish & Asker): Promise<Picture>
  close(): Promise<void>
}
