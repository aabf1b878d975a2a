import { constants, setPriority } from "node:os"
import type { PictureWish } from "./port.ts"
import { remakePicture } from "./remake-picture.ts"

// The whole program of the process that re-encodes one picture. It ends with its parent.
setPriority(constants.priority.PRIORITY_LOW)

process.on("message", async ({ bytes, wish }: { bytes: Uint8Array; wish: PictureWish }) => {
  process.send?.({ picture: await remakePicture(bytes, wish) })
})
process.on("disconnect", () => process.exit())
