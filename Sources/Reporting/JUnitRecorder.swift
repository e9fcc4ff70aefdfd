/// JUnit's XML, as continuous integration reads it.
package struct JUnitRecorder: Recorder {
  package let id = "junit"

  package init() {}

  package func report(_ report: ReportInput) -> String {
    "<testsuites/>\n"
  }
}
