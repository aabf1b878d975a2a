import { constants, inflateSync } from "node:zlib"
import { readPictureHeader } from "../pictures/picture-header.ts"

/** How many pixels of a picture make a token, and the most tokens that the largest picture is scaled down to. */
const picture = { pixelsPerToken: 750, most: 4_800, least: 100 }

/** A provider reads a page of a PDF as its text and as a picture. */
const tokensPerPage = 2_000

const mostPages = 1_000

/** The assumed bytes of a page, for a file whose pages cannot be counted. */
const bytesPerPage = 50_000

const known = new WeakMap<Uint8Array, number>()

/** Estimates the tokens of a picture or a PDF, as providers count them: by pixels or pages, not by bytes. */
export function fileTokens(bytes: Uint8Array): number {
  const counted = known.get(bytes) ?? count(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  known.set(bytes, counted)
  return counted
}

function count(file: Buffer): number {
  if (file.subarray(0, 5).toString("latin1") === "%PDF-") return pagesOf(file) * tokensPerPage
  const size = readPictureHeader(file)
  if (!size) return picture.most
  const tokens = Math.ceil((size.width * size.height) / picture.pixelsPerToken)
  return Math.min(Math.max(tokens, picture.least), picture.most)
}

const page = /\/Type\s*\/Page(?![\w])/g

/** Since PDF 1.5 a file may store objects in compressed streams (ISO 32000-1, 7.5.7). */
const objectStream = /\/ObjStm\b[\s\S]{0,300}?\bstream\r?\n/g

/** How many bytes are unpacked at most, of one file and of one stream. */
const mostUnpacked = { all: 8_000_000, one: 1_000_000 }

function pagesOf(file: Buffer): number {
  const text = file.toString("latin1")
  let pages = text.match(page)?.length ?? 0
  let left = mostUnpacked.all
  for (const { index, 0: head } of text.matchAll(objectStream)) {
    if (left <= 0) break
    const objects = unpack(file.subarray(index + head.length))
    left -= Math.max(objects.length, 1_000)
    pages += objects.match(page)?.length ?? 0
  }
  return Math.min(pages || Math.ceil(file.length / bytesPerPage), mostPages)
}

function unpack(stream: Buffer): string {
  try {
    const most = { maxOutputLength: mostUnpacked.one, finishFlush: constants.Z_SYNC_FLUSH }
    return inflateSync(stream.subarray(0, mostUnpacked.one), most).toString("latin1")
  } catch {
    return ""
  }
}
