import { mountPage } from "../../mount.tsx"
import { UploadPage } from "./page.tsx"

mountPage("upload", UploadPage)
