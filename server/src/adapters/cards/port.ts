/** The texts of a preview card. */
export interface PreviewCard {
  readonly brand: string
  readonly title: string
  readonly description: string
}

/** Draws preview cards. */
export interface Cards {
  /**
   * Draws one card as a PNG of 1200×630. The same text gives the same bytes. Throws a ServiceError 503 when too much is
   * waiting or the deadline has passed.
   */
  draw(card: PreviewCard): Promise<Uint8Array>
  close(): Promise<void>
}
