import { mountPage } from "../mount.tsx"
import { ConsentPage } from "./consent-page.tsx"

mountPage("consent", ConsentPage)
