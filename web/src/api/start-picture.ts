/** Begins to make a picture of a file that may need one. It is undefined if there is none. */
export const startPicture = (file: File): Promise<Blob | undefined> | undefined =>
  /^(image|video)\/|\.(hei[cf]|mov)$/i.test(file.type + file.name)
    ? import("./picture-of-file.ts").then(({ pictureOf }) => pictureOf(file)).catch(() => undefined)
    : undefined
