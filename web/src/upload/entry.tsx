import { mountPage } from "../mount.tsx"
import { UploadPage } from "./upload-page.tsx"

mountPage("upload", UploadPage)
