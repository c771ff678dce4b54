import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { recordBundle } from "./tools/bundle-record.ts";

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), recordBundle()],
  // The site as one fetch function is what the server build exports; React Router's own build is part of it.
  environments: {
    // Few scripts compress better than many, and what changes with every edit stays apart from what seldom does.
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                // What visitors need of packages; what the console alone needs stays with it.
                { name: "react", test: /node_modules\/(react|react-dom|react-router|scheduler)\//, priority: 2 },
                {
                  name: "shared",
                  // What visitors’ pages share: the dates of an inbox are the console’s alone, and Home has neither a link to
                  // WhatsApp nor a button that saves.
                  test: /\/app\/((ui(?!\/whatsapp)|layout|seo|forms|content(?!\/(nairobi-dates|whatsapp))|classes(?!\/save-button)|pricing|trainers)\/|styles\.css)/,
                  minShareCount: 2,
                  priority: 1,
                },
              ],
            },
          },
        },
      },
    },
    ssr: { build: { rollupOptions: { input: "./host/app.ts" } } },
  },
});
