; Makes the installer for Windows of the folder that PyInstaller has built (packaging/workbench.spec):
;     makensis -DVERSION=0.2.0 packaging/windows.nsi
; It needs no administrator: it installs for the person who runs it. It compiles on Debian too (package nsis);
; nobody has yet tried it on Windows.
Unicode true
!include MUI2.nsh
!include FileFunc.nsh

!define NAME "Tokenizer workbench"
!define ID "TokenizerWorkbench"
!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\${ID}"
!define CLASSES "Software\Classes"
!ifndef FOLDER
    !define FOLDER "..\build\tokenizer-workbench"
!endif
!ifndef OUT
    !define OUT "..\build\tokenizer-workbench-${VERSION}-windows-x86_64.exe"
!endif

Name "${NAME}"
OutFile "${OUT}"
InstallDir "$LOCALAPPDATA\Programs\${NAME}"
InstallDirRegKey HKCU "${UNINSTALL}" "InstallLocation"
RequestExecutionLevel user
SetCompressor /SOLID lzma
BrandingText "${NAME} ${VERSION}"
VIProductVersion "${VERSION}.0"
VIAddVersionKey "ProductName" "${NAME}"
VIAddVersionKey "ProductVersion" "${VERSION}"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "FileDescription" "${NAME}: installer"
VIAddVersionKey "LegalCopyright" "MIT license"

!define MUI_FINISHPAGE_RUN "$INSTDIR\${NAME}.exe"
!insertmacro MUI_PAGE_LICENSE "..\LICENSE"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "SimpChinese"

; A kind of file: what it is called and how it is opened. A session is its own; the others it offers to open.
!macro Kind ENDING DESCRIPTION
    WriteRegStr HKCU "${CLASSES}\${ID}.${ENDING}" "" "${DESCRIPTION}"
    WriteRegStr HKCU "${CLASSES}\${ID}.${ENDING}\DefaultIcon" "" "$INSTDIR\${NAME}.exe,0"
    WriteRegStr HKCU "${CLASSES}\${ID}.${ENDING}\shell\open\command" "" '"$INSTDIR\${NAME}.exe" "%1"'
    WriteRegStr HKCU "${CLASSES}\.${ENDING}\OpenWithProgids" "${ID}.${ENDING}" ""
!macroend

!macro NoKind ENDING
    DeleteRegKey HKCU "${CLASSES}\${ID}.${ENDING}"
    DeleteRegValue HKCU "${CLASSES}\.${ENDING}\OpenWithProgids" "${ID}.${ENDING}"
    DeleteRegKey /ifempty HKCU "${CLASSES}\.${ENDING}\OpenWithProgids"
!macroend

!macro KindsChanged ; the desktop reads them again
    System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
!macroend

Section
    ; Libraries of an older version would stay beside the new ones.
    RMDir /r "$INSTDIR\_internal"
    SetOutPath "$INSTDIR"
    File /r "${FOLDER}\*"
    File "..\LICENSE"
    WriteUninstaller "$INSTDIR\uninstall.exe"
    CreateShortcut "$SMPROGRAMS\${NAME}.lnk" "$INSTDIR\${NAME}.exe"
    !insertmacro Kind workbench "${NAME} session"
    WriteRegStr HKCU "${CLASSES}\.workbench" "" "${ID}.workbench"
    !insertmacro Kind tiktoken "tiktoken ranks"
    !insertmacro Kind model "Tokenizer model"
    !insertmacro Kind gguf "GGUF model"
    !insertmacro KindsChanged
    ; "workbench" in the Run box and in scripts
    WriteRegStr HKCU "Software\Microsoft\Windows\CurrentVersion\App Paths\workbench.exe" "" "$INSTDIR\workbench.exe"
    WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "${NAME}"
    WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
    WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\${NAME}.exe"
    WriteRegStr HKCU "${UNINSTALL}" "Publisher" "The tokenizer workbench's authors"
    WriteRegStr HKCU "${UNINSTALL}" "InstallLocation" "$INSTDIR"
    WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
    WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
    WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1
    ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
    IntFmt $0 "0x%08X" $0
    WriteRegDWORD HKCU "${UNINSTALL}" "EstimatedSize" "$0"
SectionEnd

Section Uninstall
    ; Only what was installed: the folder may be one in which a person keeps other things.
    RMDir /r "$INSTDIR\_internal"
    Delete "$INSTDIR\workbench.exe"
    Delete "$INSTDIR\${NAME}.exe"
    Delete "$INSTDIR\LICENSE"
    Delete "$INSTDIR\uninstall.exe"
    RMDir "$INSTDIR"
    Delete "$SMPROGRAMS\${NAME}.lnk"
    !insertmacro NoKind workbench
    DeleteRegKey HKCU "${CLASSES}\.workbench"
    !insertmacro NoKind tiktoken
    !insertmacro NoKind model
    !insertmacro NoKind gguf
    !insertmacro KindsChanged
    DeleteRegKey HKCU "Software\Microsoft\Windows\CurrentVersion\App Paths\workbench.exe"
    DeleteRegKey HKCU "${UNINSTALL}"
SectionEnd
