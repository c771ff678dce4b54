import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { recordBundle } from "./tools/bundle-record.ts";

/** Each document names the scripts of its page several times, so they go without the suffix of route files. */
function scriptName({ name }: { name: string }): string {
  return `assets/${name.replace(/\.route$/, "")}-[hash].js`;
}

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), recordBundle()],
  // The site as one fetch function is what the server build exports; React Router's own build is part of it.
  environments: {
    // Few scripts compress better than many, and what changes with every edit stays apart from what seldom does.
    client: {
      build: {
        // The build copies what it serves of `public/` (bin/build.ts): the pictures stay where they are stored.
        copyPublicDir: false,
        rolldownOptions: {
          output: {
            entryFileNames: scriptName,
            chunkFileNames: scriptName,
            // Browsers compile scripts with this comment off the main thread as they are fetched ahead, not function by function
            // at the first tap (https://v8.dev/blog/explicit-compile-hints).
            postBanner: "//# allFunctionsCalledOnLoad",
            codeSplitting: {
              groups: [
                // Packages that visitors need; those that the console alone needs stay with it.
                { name: "react", test: /node_modules\/(react|react-dom|react-router|scheduler)\//, priority: 2 },
                {
                  name: "shared",
                  // Modules that visitors’ pages share: Home has no link to WhatsApp, no button that saves, no form with fields of
                  // this kind or with problems, and nothing of dates and their states.
                  test: /\/app\/(ui(?!\/(whatsapp|class-parts|copy-button|textarea))|site\/(layout|seo(?!\/account)|classes(?!\/save-button)|pricing|trainers)|forms(?!\/(fields|problems|whatsapp))|time(?!\/without)|cms(?!\/console)|content-types)\//,
                  minShareCount: 2,
                  priority: 1,
                },
                { name: "fields", test: /\/app\/(forms\/fields|ui\/textarea)/, minShareCount: 2, priority: 1 },
                {
                  name: "dates",
                  // Modules that the pages of the timetable and of bookings share.
                  test: /\/app\/(timetable(?!\/(views|console))|ui\/class-parts)/,
                  minShareCount: 2,
                  priority: 1,
                },
                // The frame of every page of the console, the fields of some and the actions of most.
                {
                  name: "console",
                  test: /\/app\/console\/(console-(frame|layout)|navigation|page-parts|console\.css)/,
                  priority: 1,
                },
                {
                  name: "console-fields",
                  test: /\/app\/console\/fields/,
                  priority: 1,
                },
                {
                  name: "console-actions",
                  test: /\/app\/console\/kit\/(action-page|actions\.ts|form-parts)/,
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
