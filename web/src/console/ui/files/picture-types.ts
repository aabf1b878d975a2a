/** The MIME types that covers and logos are made from, as of an `<input>`. The service checks the bytes. */
export const pictureTypes = "image/png,image/jpeg,image/webp,image/gif"

export const isPicture = (type: string): boolean => pictureTypes.split(",").includes(type)
