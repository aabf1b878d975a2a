import { mountPage } from "../../mount.tsx"
import { ConsentPage } from "./page.tsx"

mountPage("consent", ConsentPage)
