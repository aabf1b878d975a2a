/** Invisible everywhere, such as soft hyphens, zero-width spaces, direction marks, byte-order marks and controls. */
const unseen = /(?![\p{Join_Control}\p{Variation_Selector}])\p{Default_Ignorable_Code_Point}|(?!\s)\p{Cc}/gu
/** Joiners and variation selectors spell Persian words and emoji. Between ASCII characters they are left over. */
const unseenJoiners = /(?<!\P{ASCII})[\p{Join_Control}\p{Variation_Selector}]+(?!\P{ASCII})/gu
const quotes = "[\\p{Pi}\\p{Pf}\"'`´‚„〝〞〟「」『』＂＇\\s\\p{Z}]+"
const around = new RegExp(`^${quotes}|${quotes}$`, "gu")

export const withoutUnseen = (text: string): string => text.replace(unseen, "").replace(unseenJoiners, "")

export const withoutQuotes = (text: string): string => text.replace(around, "")

/** Reads a pasted URL: removes invisible characters, and spaces and quotation marks around it. Keeps all else. */
export const readPastedUrl = (text: string): string => withoutQuotes(withoutUnseen(text))
