/// The files of a new theme: a child of the built-in theme, with the files that are most often customized.
package enum StarterTheme {
  /// The files by their paths within the theme.
  package static let files: [(path: String, text: StaticString)] = [
    (
      "theme.yml",
      """
      # What this theme does not have is taken from docket's default theme, file by file.
      # 'docket theme copy entities/Order' gets one of its files to change, 'docket theme names' prints what templates see.
      parent: default

      # The words of the pages, by language ('de:' for a German site); these replace those of the default theme.
      texts:
        en:
          home: Home

      """
    ),
    (
      "partials/head.mustache",
      """
      {{! Stands before </head> on every page. }}
      <link rel="stylesheet" href="{{site.assets.theme_css}}">

      """
    ),
    (
      "partials/brand.mustache",
      """
      {{! Stands at the top left of every page, as the link to the home page: the logo that the params of site.yml name,
      else that of this theme. }}
      {{#site.logo}}<img src="{{site.logo}}" alt="{{site.title}}">{{/site.logo}}
      {{^site.logo}}<img src="{{site.assets.logo_svg}}" alt="" width="28" height="28"> {{site.title}}{{/site.logo}}

      """
    ),
    (
      "assets/theme.css",
      """
      /* Colours and measures of this theme: the custom properties at the top of the default theme's assets/docket.css.
         An accent in the params of site.yml takes the place of the one here. */

      :root {
        --accent: #6b2fa0;
        --radius: 0.375rem;
      }

      /* Links must be legible on a dark ground, too. */

      @media (prefers-color-scheme: dark) {
        :root {
          --accent: #c9a4ee;
        }
      }

      """
    ),
    (
      "assets/logo.svg",
      """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 28">
        <rect width="28" height="28" rx="6" fill="#6b2fa0"/>
        <path d="M8 9h12M8 14h12M8 19h7" stroke="#fff" stroke-width="2" stroke-linecap="round"/>
      </svg>

      """
    ),
  ]
}
