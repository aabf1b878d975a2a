import { mountPage } from "../../mount.tsx"
import { ErrorPage } from "./page.tsx"

mountPage("error", ErrorPage)
