import { mountPage } from "../mount.tsx"
import { ErrorPage } from "./error-page.tsx"

mountPage("error", ErrorPage)
