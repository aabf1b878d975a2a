import type { AnyPage } from "./any-page.ts"

/** What a page shows of a picture: its size, and the main colour of its first and its last corner. */
export interface Seen {
  width: number
  height: number
  corners: string[]
}

/** Draws the picture of an `img`, or the one that stands for a film before it plays. */
export const seenPicture = (page: AnyPage, selector: string): Promise<Seen> =>
  page.evaluate(`(async () => {
    const shown = document.querySelector(${JSON.stringify(selector)})
    const picture = new Image()
    picture.src = shown.poster || shown.src
    await picture.decode()
    const { naturalWidth: width, naturalHeight: height } = picture
    const canvas = Object.assign(document.createElement("canvas"), { width, height })
    const context = canvas.getContext("2d", { willReadFrequently: true })
    context.drawImage(picture, 0, 0)
    const colorAt = (x, y) => {
      const [red, green, blue] = context.getImageData(x, y, 1, 1).data
      if (red > 180 && blue < 80) return "red"
      return blue > 180 && red < 80 ? "blue" : [red, green, blue].join()
    }
    return { width, height, corners: [colorAt(4, 4), colorAt(width - 5, height - 5)] }
  })()`)
